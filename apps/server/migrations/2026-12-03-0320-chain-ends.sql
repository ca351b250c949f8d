-- The end of a chain payout comes from its network. When the network has left the settings nobody can ask it: then two
-- people say what became of the transfer.
create function withdrawal_chain_end() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from act a join act_signature s on s.act_id = a.id
    where a.kind = 'payout.chain-end' and a.state = 'open' and a.subject_id = new.id::text and 'operator:' || s.signer = new.changed_by
      and a.proposed_by <> s.signer and a.document::jsonb -> 'body' ->> 'outcome' = case new.state when 'paid' then 'paid' else 'returned' end
      and a.document::jsonb -> 'body' ->> 'transaction' = new.payment_reference) then
    raise exception 'nobody signed the end of chain payout %', new.id using errcode = 'check_violation', constraint = 'withdrawal_chain_end';
  end if;
  return null;
end $$;
revoke all on function withdrawal_chain_end() from public;
create trigger withdrawal_chain_end after update of state on withdrawal for each row
  when (new.rail = 'chain' and new.state in ('paid', 'failed') and new.changed_by like 'operator:%') execute function withdrawal_chain_end();
