CREATE TABLE "feelings_answered" (
	"room_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feelings_answered_room_id_account_id_pk" PRIMARY KEY("room_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "feelings_count" (
	"week" text PRIMARY KEY NOT NULL,
	"worse" integer NOT NULL,
	"same" integer NOT NULL,
	"better" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "feelings_answered_account_id_index" ON "feelings_answered" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "feelings_answered_ended_at_index" ON "feelings_answered" USING btree ("ended_at");