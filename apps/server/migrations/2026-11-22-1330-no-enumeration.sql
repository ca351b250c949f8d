-- Who is registered here is nobody's to find out.

-- A buyer's address proves nothing and gives access to nothing before it is verified: the same one may be given again, so that joining does not
-- tell who joined before.
alter table buyer drop constraint buyer_email;
create index buyer_by_email on buyer (email);

-- How often an invitation was told that an e-mail address or a phone number is another merchant's.
alter table invitation add column taken_answers int not null default 0;
