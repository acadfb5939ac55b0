CREATE INDEX IF NOT EXISTS "gathering_revised" ON "gathering" USING btree ("id") WHERE "gathering"."revision" > 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "gathering_registration_present" ON "gathering_registration" USING btree ("gathering_id") WHERE "gathering_registration"."left_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "wait_at_hour" ON "wait" USING btree ("pool","minute","outcome","waited_ms");--> statement-breakpoint
DROP INDEX IF EXISTS "wait_pool_minute_index";
