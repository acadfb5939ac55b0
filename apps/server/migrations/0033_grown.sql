CREATE INDEX IF NOT EXISTS "account_role_index" ON "account" USING btree ("role");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "email_confirmation_expires_at_index" ON "email_confirmation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "known_browser_signed_in_at_index" ON "known_browser" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "password_recovery_expires_at_index" ON "password_recovery" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "session_last_used_at_index" ON "session" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_attempt_last_at_index" ON "sign_in_attempt" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "guest_add_since" ON "guest_add" USING btree (coalesce("claimed_at", "created_at"));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_created_at_index" ON "media" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "personal_invitation_invited_index" ON "personal_invitation" USING btree ("invited");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "personal_invitation_created_at_index" ON "personal_invitation" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "feedback_created_at_index" ON "feedback" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "gathering_ends_at_index" ON "gathering" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "gathering_date_index" ON "gathering" USING btree ("date");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "survey_answer_answered_at_index" ON "survey_answer" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "membership_account_id_index" ON "membership" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "membership_unfinished" ON "membership" USING btree ("provider_account") WHERE "membership"."ended_at" is null or "membership"."had_rights";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "membership_pause_until_index" ON "membership_pause" USING btree ("until");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "act_at_index" ON "act" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "former_person_at_index" ON "former_person" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "moderation_case_opened_at_index" ON "moderation_case" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notice_address" ON "notice" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "report_at_index" ON "report" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "report_origin_at_index" ON "report_origin" USING btree ("at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refund_ref_index" ON "refund" USING btree ("ref");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "application_undecided" ON "application" USING btree ("submitted_at") WHERE "application"."decision" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mail_budget_last" ON "mail_budget" USING btree (coalesce("sent_at"[cardinality("sent_at")], '-infinity'::timestamptz));