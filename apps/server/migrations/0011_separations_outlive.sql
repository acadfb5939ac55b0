CREATE TABLE "kept_separation" (
	"hash" text NOT NULL,
	"other" uuid NOT NULL,
	"by_former" boolean NOT NULL,
	"by_other" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_separation_hash_other_pk" PRIMARY KEY("hash","other")
);
--> statement-breakpoint
ALTER TABLE "experience_guest" ADD COLUMN "mark_hash" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "held_back" text;--> statement-breakpoint
CREATE INDEX "kept_separation_other_index" ON "kept_separation" USING btree ("other");--> statement-breakpoint
CREATE INDEX "kept_separation_at_index" ON "kept_separation" USING btree ("at");