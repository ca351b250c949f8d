-- A buyer who asked about an order learns by mail that customer service has answered: the first of several answers that
-- were not read.

alter table order_mail drop constraint order_mail_kind_check,
  add constraint order_mail_kind_check
    check (kind in ('placed', 'paid', 'shipped', 'received', 'cancelled', 'refunded', 'answered'));

create function mail_of_answer() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, 'answered', new.id::text, new.at
    from (select m.about_id from talk_message m
        where m.buyer_id = new.buyer_id and m.about_kind = 'order' order by m.seq desc limit 1) asked
      join order_access a on a.order_id = asked.about_id
    where not exists (select from talk t join talk_message m using (party_id)
      where t.buyer_id = new.buyer_id and m.by_party = 'support' and m.seq > t.merchant_read and m.seq < new.seq)
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_answer after insert on talk_message for each row
  when (new.by_party = 'support' and new.buyer_id is not null) execute function mail_of_answer();
