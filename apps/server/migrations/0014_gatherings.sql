CREATE TABLE "anchor" (
	"zone" text NOT NULL,
	"date" text NOT NULL,
	"expected" real NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "anchor_zone_date_pk" PRIMARY KEY("zone","date")
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_feed_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "gathering" (
	"id" text PRIMARY KEY NOT NULL,
	"is_regular" boolean NOT NULL,
	"name" text NOT NULL,
	"date" text NOT NULL,
	"time" text NOT NULL,
	"zone" text NOT NULL,
	"length_ms" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"group_id" text,
	"welcome_statement" text NOT NULL,
	"survey_url" text,
	"host" uuid,
	"state" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"pending" jsonb,
	"capacity" integer NOT NULL,
	"listed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "gathering_groupId_unique" UNIQUE("group_id")
);
--> statement-breakpoint
CREATE TABLE "gathering_attendance" (
	"gathering_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"came_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gathering_attendance_gathering_id_account_id_pk" PRIMARY KEY("gathering_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "gathering_registration" (
	"gathering_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	"sequence" integer NOT NULL,
	"told_revision" integer NOT NULL,
	"reminded_day_at" timestamp (3) with time zone,
	"reminded_soon_at" timestamp (3) with time zone,
	"surveyed_at" timestamp (3) with time zone,
	"stands_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gathering_registration_gathering_id_account_id_pk" PRIMARY KEY("gathering_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "survey_answer" (
	"survey" text NOT NULL,
	"account_id" uuid NOT NULL,
	"yes" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "survey_answer_survey_account_id_pk" PRIMARY KEY("survey","account_id")
);
--> statement-breakpoint
CREATE TABLE "wait" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pool" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"waited_ms" integer NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailbox_message" ADD COLUMN "calendar" text;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gathering_attendance" ADD CONSTRAINT "gathering_attendance_gathering_id_gathering_id_fk" FOREIGN KEY ("gathering_id") REFERENCES "public"."gathering"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gathering_attendance" ADD CONSTRAINT "gathering_attendance_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gathering_registration" ADD CONSTRAINT "gathering_registration_gathering_id_gathering_id_fk" FOREIGN KEY ("gathering_id") REFERENCES "public"."gathering"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gathering_registration" ADD CONSTRAINT "gathering_registration_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gathering_starts_at_index" ON "gathering" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "gathering_host_index" ON "gathering" USING btree ("host");--> statement-breakpoint
CREATE INDEX "gathering_attendance_account_id_index" ON "gathering_attendance" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "gathering_registration_account_id_index" ON "gathering_registration" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "survey_answer_account_id_index" ON "survey_answer" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "wait_pool_minute_index" ON "wait" USING btree ("pool","minute");--> statement-breakpoint
CREATE INDEX "wait_minute_index" ON "wait" USING btree ("minute");