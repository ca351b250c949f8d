-- Searches of the audit by what people know: the code of a subject, the id of a request.
create index audit_record_subject_code on audit_record (subject_code, seq desc) where subject_code is not null;
create index audit_record_request on audit_record (request_id);
create index audit_record_subject_kind on audit_record (subject_kind, seq desc);
create index audit_record_act on audit_record (act, seq desc);
create index audit_record_desk on audit_record (desk, seq desc);
create index audit_record_outcome on audit_record (outcome, seq desc) where outcome <> 'done';
