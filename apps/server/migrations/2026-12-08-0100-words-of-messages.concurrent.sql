-- Support finds a conversation by the words of its messages.
create index concurrently if not exists talk_message_words on talk_message using gin (text gin_trgm_ops);
