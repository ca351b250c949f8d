-- The newest block of each node of the network, in the order of the settings, and when the highest of them last grew.
-- Null until a server of this release has asked.
alter table chain_cursor add column heads bigint[] check (0 <= all (heads)), add column head_at timestamptz;
