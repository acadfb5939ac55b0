CREATE TABLE "recovery_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "act" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "act_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid,
	"actor" uuid,
	"case_id" uuid,
	"until" timestamp (3) with time zone,
	"code" text,
	CONSTRAINT "act_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "act_text" (
	"act_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_person" (
	"subject" uuid NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_person_subject_hash_pk" PRIMARY KEY("subject","hash")
);
--> statement-breakpoint
CREATE TABLE "moderation_case" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid,
	"appealed" uuid,
	"rank" integer NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"words" text NOT NULL,
	"email" text,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_origin" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "second_factor_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recovery_code_account_id_index" ON "recovery_code" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "act_subject_seq_index" ON "act" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "act_case_id_seq_index" ON "act" USING btree ("case_id","seq");--> statement-breakpoint
CREATE INDEX "act_actor_at_index" ON "act" USING btree ("actor","at");--> statement-breakpoint
CREATE INDEX "former_person_hash_index" ON "former_person" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_case" ON "moderation_case" USING btree ("subject") WHERE "moderation_case"."kind" = 'reports' and "moderation_case"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_appeal" ON "moderation_case" USING btree ("appealed");--> statement-breakpoint
CREATE INDEX "moderation_case_closed_at_index" ON "moderation_case" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "report_reporter_index" ON "report" USING btree ("reporter");--> statement-breakpoint
-- Whoever was suspended before there was a ledger is so in it.
INSERT INTO "act" ("id", "at", "kind", "subject") SELECT gen_random_uuid(), now(), 'suspended', "id" FROM "account" WHERE "suspended";
--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "suspended";
--> statement-breakpoint
-- Reports that came before there were cases: one open case about each person.
ALTER TABLE "report" ADD COLUMN "case_id" uuid;
--> statement-breakpoint
INSERT INTO "moderation_case" ("id", "kind", "subject", "rank", "opened_at") SELECT gen_random_uuid(), 'reports', "reported", 2, min("at") FROM "report" GROUP BY "reported";
--> statement-breakpoint
UPDATE "report" SET "case_id" = (SELECT "id" FROM "moderation_case" WHERE "subject" = "report"."reported");
--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "case_id" SET NOT NULL;
--> statement-breakpoint
-- Lines that were written stay as they are. Only retention removes one, in a transaction that says before which
-- instant it forgets (`unspoken.forget_before`), and only an older one.
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD."at" < nullif(current_setting('unspoken.forget_before', true), '')::timestamptz THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "act_is_append_only" BEFORE UPDATE OR DELETE ON "act" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "act_is_not_emptied" BEFORE TRUNCATE ON "act" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "report_is_append_only" BEFORE UPDATE OR DELETE ON "report" FOR EACH ROW EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE TRIGGER "report_is_not_emptied" BEFORE TRUNCATE ON "report" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
--> statement-breakpoint
CREATE INDEX "report_case_id_index" ON "report" USING btree ("case_id");
