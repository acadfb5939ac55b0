CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"password_hash" text,
	"language" text DEFAULT 'en' NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"suspended" boolean DEFAULT false NOT NULL,
	"guidance_accepted_at" timestamp (3) with time zone,
	"guidance_declined_at" timestamp (3) with time zone,
	"tried_to_connect_at" timestamp (3) with time zone,
	"position_guideline_hidden" boolean DEFAULT false NOT NULL,
	"solicited_emails" boolean DEFAULT false NOT NULL,
	"terms_version" text,
	"privacy_version" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"over18_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_emailKey_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "email_confirmation" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"time_zone" text
);
--> statement-breakpoint
CREATE TABLE "session_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "encounter" (
	"room_id" text PRIMARY KEY NOT NULL,
	"a" uuid NOT NULL,
	"b" uuid NOT NULL,
	"experience_type" text NOT NULL,
	"pool_type" text NOT NULL,
	"group_space" text NOT NULL,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"connected_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"end_reason_a" text,
	"end_reason_b" text,
	"completed" boolean DEFAULT false NOT NULL,
	"duration_ms" integer,
	CONSTRAINT "two_people" CHECK ("encounter"."a" <> "encounter"."b")
);
--> statement-breakpoint
CREATE TABLE "live_participant" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thank" (
	"room_id" text NOT NULL,
	"giver" uuid NOT NULL,
	"receiver" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thank_room_id_giver_pk" PRIMARY KEY("room_id","giver")
);
--> statement-breakpoint
CREATE TABLE "mailbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailbox_message_messageId_unique" UNIQUE("message_id")
);
--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD CONSTRAINT "email_confirmation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_token" ADD CONSTRAINT "session_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_participant" ADD CONSTRAINT "live_participant_room_id_encounter_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."encounter"("room_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thank" ADD CONSTRAINT "thank_room_id_encounter_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."encounter"("room_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_confirmation_account_id_index" ON "email_confirmation" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_account_id_index" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_token_session_id_index" ON "session_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "encounter_a_connected_at_index" ON "encounter" USING btree ("a","connected_at");--> statement-breakpoint
CREATE INDEX "encounter_b_connected_at_index" ON "encounter" USING btree ("b","connected_at");--> statement-breakpoint
CREATE INDEX "thank_receiver_index" ON "thank" USING btree ("receiver");--> statement-breakpoint
CREATE INDEX "mailbox_message_at_index" ON "mailbox_message" USING btree ("at");