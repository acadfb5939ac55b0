CREATE TABLE "declaration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fields" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"membership_id" uuid,
	"state" text DEFAULT 'received' NOT NULL,
	"token_hash" text,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "declaration_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "dunning_mail" (
	"invoice" text NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dunning_mail_invoice_step_pk" PRIMARY KEY("invoice","step")
);
--> statement-breakpoint
CREATE TABLE "place" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider_account" text,
	"begins_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "place_queue" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
CREATE INDEX "declaration_state_index" ON "declaration" USING btree ("state");--> statement-breakpoint
CREATE INDEX "declaration_received_at_index" ON "declaration" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "declaration_account_id_index" ON "declaration" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "dunning_mail_at_index" ON "dunning_mail" USING btree ("at");--> statement-breakpoint
CREATE INDEX "place_account_id_index" ON "place" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "place_closed_at_index" ON "place" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "place_ends_at_index" ON "place" USING btree ("ends_at");