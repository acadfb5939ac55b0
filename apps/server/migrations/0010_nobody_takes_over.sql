CREATE TABLE "address_refusal" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "address_refusal" ADD CONSTRAINT "address_refusal_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_refusal_account_id_index" ON "address_refusal" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "address_refusal_email_key_index" ON "address_refusal" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "known_browser_mark_hash_index" ON "known_browser" USING btree ("mark_hash");