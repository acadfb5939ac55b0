CREATE TABLE "entry" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entry_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"provider_account" text NOT NULL,
	"kind" text NOT NULL,
	"movement_ref" text NOT NULL,
	"payment_id" uuid,
	CONSTRAINT "entry_providerAccount_movementRef_unique" UNIQUE("provider_account","movement_ref")
);
--> statement-breakpoint
CREATE TABLE "posting" (
	"entry_seq" bigint NOT NULL,
	"account" text NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "posting_entry_seq_account_pk" PRIMARY KEY("entry_seq","account")
);
--> statement-breakpoint
ALTER TABLE "posting" ADD CONSTRAINT "posting_entry_seq_entry_seq_fk" FOREIGN KEY ("entry_seq") REFERENCES "public"."entry"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_at_index" ON "entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "entry_payment_id_index" ON "entry" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "posting_account_index" ON "posting" USING btree ("account");--> statement-breakpoint
CREATE TRIGGER "entry_is_append_only" BEFORE UPDATE OR DELETE ON "entry" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "entry_is_not_emptied" BEFORE TRUNCATE ON "entry" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE FUNCTION "refuse_rewriting_of_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (SELECT "at" FROM "entry" WHERE "seq" = OLD."entry_seq") < nullif(current_setting('unspoken.forget_before', true), '')::timestamptz THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "posting_is_append_only" BEFORE UPDATE OR DELETE ON "posting" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting_of_postings"();
--> statement-breakpoint
CREATE TRIGGER "posting_is_not_emptied" BEFORE TRUNCATE ON "posting" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting_of_postings"();
--> statement-breakpoint
CREATE FUNCTION "require_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum("cents") FROM "posting" WHERE "entry_seq" = NEW."entry_seq") <> 0 THEN
    RAISE EXCEPTION 'the postings of entry % do not sum to 0', NEW."entry_seq" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "posting_is_balanced" AFTER INSERT ON "posting" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "require_balance"();
