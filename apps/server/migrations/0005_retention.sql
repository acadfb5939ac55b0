CREATE TABLE "encounter_total" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"completed_minutes" integer DEFAULT 0 NOT NULL,
	"thanks_received" integer DEFAULT 0 NOT NULL,
	"session_manually_ended" integer DEFAULT 0 NOT NULL
);
