-- A buyer changes a review for 30 days. Each former text is kept. A review that the platform decided about stays.

alter table review add column changed_at timestamptz;

-- What a review was before each change, and when it was changed.
create table review_change (
  shop_id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  rating smallint not null check (rating between 1 and 5),
  text text not null,
  primary key (shop_id, order_id, at),
  foreign key (shop_id, order_id) references review
);
grant select on review_change to quayside_app;
create trigger review_change_kept before update or delete on review_change
  for each row execute function refuse_change_of_words();

create function change_review(shop_id uuid, order_id uuid, buyer_id uuid, rating int, words text, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  was review;
begin
  perform check_present(at);
  if not exists (
    select from orders o where o.shop_id = change_review.shop_id and o.id = change_review.order_id
      and o.buyer_id = change_review.buyer_id and o.status = 6 and o.refunded < o.total_payment
  ) then
    raise exception 'no review without a completed order of the buyer that was not refunded as a whole'
      using errcode = 'check_violation', constraint = 'review_of_order';
  end if;
  select * into was from review v where v.shop_id = change_review.shop_id and v.order_id = change_review.order_id for update;
  if not found or change_review.at > was.at + interval '30 days' or exists (
    select from review_case c where c.shop_id = was.shop_id and c.order_id = was.order_id and c.state <> 'open'
  ) then
    return false;
  end if;
  insert into review_change (shop_id, order_id, at, rating, text)
    values (was.shop_id, was.order_id, change_review.at, was.rating, was.text);
  update review v set rating = change_review.rating, text = words, changed_at = change_review.at
    where v.shop_id = was.shop_id and v.order_id = was.order_id;
  update shop_figures f set rating_sum = f.rating_sum + change_review.rating - was.rating
    where f.shop_id = was.shop_id and change_review.rating <> was.rating
      and exists (select from orders o where o.shop_id = was.shop_id and o.id = was.order_id and o.counted);
  return true;
end $$;
revoke all on function change_review(uuid, uuid, uuid, int, text, timestamptz) from public;
grant execute on function change_review(uuid, uuid, uuid, int, text, timestamptz) to quayside_app;

create trigger review_change_told_shelf after insert on review_change
  for each row execute function tell_shelf_of_shop('shop_id');

-- A review that is erased takes its former texts with it.
create function erase_former_reviews() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update review_change c set text = '—' where c.shop_id = new.shop_id and c.order_id = new.order_id and c.text <> '—';
  return null;
end $$;
create trigger review_erased after update of text on review for each row
  when (is_erasing()) execute function erase_former_reviews();
