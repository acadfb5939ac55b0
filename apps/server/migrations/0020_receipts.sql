CREATE TABLE "receipt" (
	"provider_account" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"entry_seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"payment_id" uuid,
	"purpose" text NOT NULL,
	"gross_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"vat_country" text,
	"vat_basis_points" integer,
	"corrects" text,
	"issuer" jsonb NOT NULL,
	"addressee" jsonb NOT NULL,
	CONSTRAINT "receipt_provider_account_year_number_pk" PRIMARY KEY("provider_account","year","number"),
	CONSTRAINT "receipt_entrySeq_unique" UNIQUE("entry_seq")
);
--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_entry_seq_entry_seq_fk" FOREIGN KEY ("entry_seq") REFERENCES "public"."entry"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_at_index" ON "receipt" USING btree ("at");--> statement-breakpoint
CREATE INDEX "receipt_payment_id_index" ON "receipt" USING btree ("payment_id");--> statement-breakpoint
CREATE TRIGGER "receipt_is_append_only" BEFORE UPDATE OR DELETE ON "receipt" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "receipt_is_not_emptied" BEFORE TRUNCATE ON "receipt" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
