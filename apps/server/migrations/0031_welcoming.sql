CREATE TABLE "welcoming" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "welcoming" ADD CONSTRAINT "welcoming_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "welcoming_state_changed_at_index" ON "welcoming" USING btree ("state","changed_at");