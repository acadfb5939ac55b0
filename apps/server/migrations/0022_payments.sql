CREATE TABLE "membership" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"provider_account" text NOT NULL,
	"payer_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"subscription_ref" text,
	"cents" integer NOT NULL,
	"next_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_settling" boolean DEFAULT false NOT NULL,
	"first_paid_at" timestamp (3) with time zone,
	"paid_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"open_invoice" text,
	"cancelled_at" timestamp (3) with time zone,
	"cancels_at" timestamp (3) with time zone,
	"paused_since" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"cause" text,
	"had_rights" boolean DEFAULT false NOT NULL,
	CONSTRAINT "membership_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "membership_subscriptionRef_unique" UNIQUE("subscription_ref")
);
--> statement-breakpoint
CREATE TABLE "membership_pause" (
	"membership_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "membership_pause_membership_id_since_pk" PRIMARY KEY("membership_id","since")
);
--> statement-breakpoint
CREATE TABLE "billing" (
	"payer_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute" (
	"ref" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_account" text NOT NULL,
	"customer_ref" text,
	"read_seq" integer DEFAULT 0 NOT NULL,
	"written_seq" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payer_providerAccount_customerRef_unique" UNIQUE("provider_account","customer_ref")
);
--> statement-breakpoint
CREATE TABLE "payer_account" (
	"payer_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider_account" text NOT NULL,
	CONSTRAINT "payer_account_accountId_providerAccount_unique" UNIQUE("account_id","provider_account")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"attempt" uuid,
	"cents" integer NOT NULL,
	"purpose" text NOT NULL,
	"intent_ref" text,
	"subscription_ref" text,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	CONSTRAINT "payment_payerId_attempt_unique" UNIQUE("payer_id","attempt"),
	CONSTRAINT "payment_intentRef_unique" UNIQUE("intent_ref")
);
--> statement-breakpoint
CREATE TABLE "provider_cursor" (
	"provider_account" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_cursor_provider_account_kind_pk" PRIMARY KEY("provider_account","kind")
);
--> statement-breakpoint
CREATE TABLE "provider_event" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_account" text NOT NULL,
	"type" text NOT NULL,
	"object_ref" text NOT NULL,
	"customer_ref" text,
	"created" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_identity" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_request_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"object_ref" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"ref" text,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_object" (
	"id" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"data" jsonb
);
--> statement-breakpoint
ALTER TABLE "membership_pause" ADD CONSTRAINT "membership_pause_membership_id_membership_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."membership"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing" ADD CONSTRAINT "billing_payer_id_payer_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_account" ADD CONSTRAINT "payer_account_payer_id_payer_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payer_id_payer_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_request" ADD CONSTRAINT "provider_request_payer_id_payer_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_live" ON "membership" USING btree ("account_id","provider_account") WHERE "membership"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "membership_payer_id_index" ON "membership" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "membership_ended_at_index" ON "membership" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "dispute_payment_id_index" ON "dispute" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_subscription_ref_index" ON "payment" USING btree ("subscription_ref");--> statement-breakpoint
CREATE INDEX "payment_state_index" ON "payment" USING btree ("state");--> statement-breakpoint
CREATE INDEX "provider_event_applied_at_index" ON "provider_event" USING btree ("applied_at");--> statement-breakpoint
CREATE INDEX "provider_event_received_at_index" ON "provider_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "provider_request_done_at_index" ON "provider_request" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "provider_request_object_ref_index" ON "provider_request" USING btree ("object_ref");--> statement-breakpoint
CREATE INDEX "refund_payment_id_index" ON "refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_state_index" ON "refund" USING btree ("state");--> statement-breakpoint
CREATE INDEX "sandbox_object_version_index" ON "sandbox_object" USING btree ("version");