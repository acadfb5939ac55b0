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
CREATE TABLE "mail_budget" (
	"key" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD COLUMN "refusal_hash" text;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browser_mark_hash_index" ON "known_browser" USING btree ("mark_hash");--> statement-breakpoint
CREATE INDEX "email_confirmation_refusal_hash_index" ON "email_confirmation" USING btree ("refusal_hash");