-- A follower counts when the address of the account is proved, and no longer after a paid order. An account is proved
-- when it is made; a buyer of the API has no proved address and is never one later.
drop trigger order_proves_followers on orders;
drop function prove_followers();
drop trigger follows_proved on follow;
drop function count_proved_follows();

update follow f set counted = exists (select from buyer b where b.id = f.buyer_id and b.verified_at is not null)
where f.counted <> exists (select from buyer b where b.id = f.buyer_id and b.verified_at is not null);
update shop_figures f set followers = n.followers
from (select s.shop_id, count(w.shop_id) filter (where w.counted)::int as followers
  from shop_figures s left join follow w on w.shop_id = s.shop_id group by s.shop_id) n
where n.shop_id = f.shop_id and f.followers <> n.followers;
insert into shop_figures (shop_id, followers) select shop_id, count(*) from follow where counted group by shop_id
on conflict do nothing;

-- Follows or stops following. True when that changed something.
create or replace function set_follow(shop_id uuid, buyer_id uuid, wanted boolean, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform check_present(at);
  if wanted then
    insert into follow (shop_id, buyer_id, at, counted)
    select s.id, b.id, set_follow.at, b.verified_at is not null
    from shop s, buyer b where s.id = set_follow.shop_id and s.verified_at is not null and b.id = set_follow.buyer_id
      and b.erased_at is null
    on conflict do nothing;
  else
    delete from follow f where f.shop_id = set_follow.shop_id and f.buyer_id = set_follow.buyer_id;
  end if;
  return found;
end $$;
