-- The buyer learns by mail that the shop contests a refund, and that the platform declines it.
alter table order_mail drop constraint order_mail_kind_check,
  add constraint order_mail_kind_check check (kind in
    ('placed', 'paid', 'shipped', 'received', 'cancelled', 'refunded', 'answered', 'shop-answered', 'refund-objected', 'refund-declined'));

create function mail_of_refund_order() returns trigger language plpgsql as $$
begin
  insert into order_mail (shop_id, order_id, kind, cause, at)
    select a.shop_id, a.order_id, 'refund-' || new.state, new.id::text, new.changed_at
    from order_access a where a.shop_id = new.shop_id and a.order_id = new.order_id
    on conflict do nothing;
  return null;
end $$;
create trigger mail_of_refund_order after update of state on refund_order for each row
  when (new.state in ('objected', 'declined') and old.state <> new.state) execute function mail_of_refund_order();
