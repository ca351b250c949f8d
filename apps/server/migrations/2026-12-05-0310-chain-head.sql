-- The newest block that a node of the network named when it was last asked. Null until a server of this release has
-- asked.
alter table chain_cursor add column head bigint check (head >= 0);
