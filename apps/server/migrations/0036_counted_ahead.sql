CREATE TABLE "published_figures" (
	"provider_account" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "encounter_completed_a" ON "encounter" USING btree ("a") WHERE "encounter"."completed";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "encounter_completed_b" ON "encounter" USING btree ("b") WHERE "encounter"."completed";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "encounter_left_a" ON "encounter" USING btree ("a") WHERE "encounter"."end_reason_a" = 'manual_self';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "encounter_left_b" ON "encounter" USING btree ("b") WHERE "encounter"."end_reason_b" = 'manual_self';