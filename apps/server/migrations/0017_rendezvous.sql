CREATE TABLE "rendezvous" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"pool_type" text NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"called_at" timestamp (3) with time zone,
	"came_at" timestamp (3) with time zone,
	CONSTRAINT "rendezvous_accountId_startsAt_unique" UNIQUE("account_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "rendezvous" ADD CONSTRAINT "rendezvous_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rendezvous_starts_at_index" ON "rendezvous" USING btree ("starts_at");