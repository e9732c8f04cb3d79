-- Files that came with a comment.

alter table doc_comment add column attachments bigint[] not null default '{}';
