CREATE TABLE "visit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"page" text NOT NULL,
	"language" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "visit_at_index" ON "visit" USING btree ("at");