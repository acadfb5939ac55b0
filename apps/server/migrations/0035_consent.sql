CREATE TABLE "list_confirmation" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invited_address" (
	"hash" text PRIMARY KEY NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "list_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "list_confirmation" ADD CONSTRAINT "list_confirmation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_confirmation_account_id_index" ON "list_confirmation" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "list_confirmation_expires_at_index" ON "list_confirmation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invited_address_invited_at_index" ON "invited_address" USING btree ("invited_at");