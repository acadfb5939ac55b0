CREATE TABLE "application" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"motivation" text NOT NULL,
	"reference" text NOT NULL,
	"explanation" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"reason" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deletion_code" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_address" (
	"account_id" uuid NOT NULL,
	"email_key" text NOT NULL,
	CONSTRAINT "former_address_account_id_email_key_pk" PRIMARY KEY("account_id","email_key")
);
--> statement-breakpoint
CREATE TABLE "password_recovery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "password_recovery_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_link" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"content" text NOT NULL,
	"circle_answer" text NOT NULL,
	"experiences_answer" text NOT NULL,
	"membership_answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inviter" uuid NOT NULL,
	"to_email" text NOT NULL,
	"to_email_key" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "invitation_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "invitation_count" (
	"inviter" uuid PRIMARY KEY NOT NULL,
	"sent" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"amount" integer,
	"initial_payment_succeeded" boolean DEFAULT false NOT NULL,
	"trial_used" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"free_experience_used" boolean DEFAULT false NOT NULL,
	"pending_invoice" boolean DEFAULT false NOT NULL,
	"cancels_at" timestamp (3) with time zone,
	"trial_ends" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "facebook_id" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "registering_stage" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "how_solicited" text;--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "mailbox_message" ADD COLUMN "to_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox_message" ADD COLUMN "concerns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_code" ADD CONSTRAINT "deletion_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_address" ADD CONSTRAINT "former_address_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_recovery" ADD CONSTRAINT "password_recovery_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_link" ADD CONSTRAINT "unsubscribe_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_recovery_account_id_index" ON "password_recovery" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "unsubscribe_link_account_id_index" ON "unsubscribe_link" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "feedback_account_id_index" ON "feedback" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "invitation_inviter_index" ON "invitation" USING btree ("inviter");--> statement-breakpoint
CREATE INDEX "invitation_to_email_key_index" ON "invitation" USING btree ("to_email_key");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_facebookId_unique" UNIQUE("facebook_id");