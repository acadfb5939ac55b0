CREATE TABLE "former_trial" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_trial_at_index" ON "former_trial" USING btree ("at");--> statement-breakpoint
CREATE INDEX "payment_bounced" ON "payment" USING btree ("bounced_at") WHERE "payment"."bounced_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_event_customer_ref_created_index" ON "provider_event" USING btree ("customer_ref","created");