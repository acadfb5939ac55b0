CREATE TABLE "former_trial" (
	"hash" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_trial_at_index" ON "former_trial" USING btree ("at");