CREATE TABLE "bell_setting" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" integer NOT NULL,
	"quiet_to" integer NOT NULL,
	"daily_cap" integer NOT NULL,
	"last_rung_at" timestamp (3) with time zone,
	"rung_on" text,
	"rung_count" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"call_type" text,
	"call_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_request" (
	"account_id" uuid NOT NULL,
	"experience_type" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_request_account_id_experience_type_pk" PRIMARY KEY("account_id","experience_type")
);
--> statement-breakpoint
CREATE TABLE "ring" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"rung_at" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bell_setting" ADD CONSTRAINT "bell_setting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_request" ADD CONSTRAINT "notification_request_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ring" ADD CONSTRAINT "ring_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bell_setting_last_rung_at_index" ON "bell_setting" USING btree ("last_rung_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bell_setting_call_type_index" ON "bell_setting" USING btree ("call_type");--> statement-breakpoint
CREATE INDEX "notification_request_experience_type_index" ON "notification_request" USING btree ("experience_type");--> statement-breakpoint
CREATE INDEX "ring_account_id_index" ON "ring" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ring_rung_at_index" ON "ring" USING btree ("rung_at");