CREATE TABLE "dunning_mail" (
	"invoice" text NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dunning_mail_invoice_step_pk" PRIMARY KEY("invoice","step")
);
--> statement-breakpoint
CREATE INDEX "dunning_mail_at_index" ON "dunning_mail" USING btree ("at");