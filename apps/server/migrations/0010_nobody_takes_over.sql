CREATE TABLE "known_browser" (
	"account_id" uuid NOT NULL,
	"mark_hash" text NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"trusted" boolean NOT NULL,
	CONSTRAINT "known_browser_account_id_mark_hash_pk" PRIMARY KEY("account_id","mark_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_separation" (
	"hash" text NOT NULL,
	"other" uuid NOT NULL,
	"by_former" boolean NOT NULL,
	"by_other" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_separation_hash_other_pk" PRIMARY KEY("hash","other")
);
--> statement-breakpoint
CREATE TABLE "mail_budget" (
	"key" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD COLUMN "refusal_hash" text;--> statement-breakpoint
ALTER TABLE "experience_guest" ADD COLUMN "mark_hash" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "held_back" text;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browser_mark_hash_index" ON "known_browser" USING btree ("mark_hash");--> statement-breakpoint
CREATE INDEX "kept_separation_other_index" ON "kept_separation" USING btree ("other");--> statement-breakpoint
CREATE INDEX "kept_separation_at_index" ON "kept_separation" USING btree ("at");--> statement-breakpoint
CREATE INDEX "email_confirmation_refusal_hash_index" ON "email_confirmation" USING btree ("refusal_hash");