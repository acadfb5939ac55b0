CREATE TABLE "category" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category_text" (
	"category_id" text NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "category_text_category_id_language_pk" PRIMARY KEY("category_id","language")
);
--> statement-breakpoint
CREATE TABLE "experience" (
	"type" text PRIMARY KEY NOT NULL,
	"facilitator_id" uuid NOT NULL,
	"category_id" text NOT NULL,
	"draft" jsonb,
	"draft_revision" integer DEFAULT 0 NOT NULL,
	"review_state" text,
	"beta_version" uuid,
	"production_version" uuid,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experience_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"number" integer NOT NULL,
	"script" jsonb NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"decision" text,
	"reason" text,
	CONSTRAINT "version_number" UNIQUE("type","number")
);
--> statement-breakpoint
CREATE TABLE "facilitator" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"title" jsonb NOT NULL,
	"pronouns" text,
	"bio" jsonb NOT NULL,
	"image" text,
	"outbound_link" text,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "facilitator_accountId_unique" UNIQUE("account_id"),
	CONSTRAINT "facilitator_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"format" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"loudness" real,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "free_try" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "beta_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "encounter" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "encounter" ADD COLUMN "rehearsal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_invitation" ADD COLUMN "version_id" uuid;--> statement-breakpoint
ALTER TABLE "category_text" ADD CONSTRAINT "category_text_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experience" ADD CONSTRAINT "experience_facilitator_id_facilitator_id_fk" FOREIGN KEY ("facilitator_id") REFERENCES "public"."facilitator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experience" ADD CONSTRAINT "experience_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experience_version" ADD CONSTRAINT "experience_version_type_experience_type_fk" FOREIGN KEY ("type") REFERENCES "public"."experience"("type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_facilitator_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."facilitator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_owner_id_index" ON "media" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "media_sha256_index" ON "media" USING btree ("sha256");--> statement-breakpoint
-- A room reads its version for as long as it runs, and a reviewer has approved these words: a version never changes.
CREATE FUNCTION "refuse_rescripting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a version of an experience never changes' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "experience_version_is_frozen" BEFORE UPDATE OF "id", "type", "number", "script", "submitted_at" ON "experience_version" FOR EACH ROW EXECUTE FUNCTION "refuse_rescripting"();
