CREATE TABLE "circle_add" (
	"adder" uuid NOT NULL,
	"added" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "circle_add_adder_added_pk" PRIMARY KEY("adder","added"),
	CONSTRAINT "circle_add_friendId_unique" UNIQUE("friend_id")
);
--> statement-breakpoint
CREATE TABLE "experience_guest" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_invitation" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"host" uuid NOT NULL,
	"experience_type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"reporter" uuid NOT NULL,
	"reported" uuid NOT NULL,
	"reasons" text[] NOT NULL,
	"no_repeat" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_roomId_reporter_unique" UNIQUE("room_id","reporter")
);
--> statement-breakpoint
CREATE TABLE "report_text" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"explanation" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "separation" (
	"one" uuid NOT NULL,
	"other" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "separation_one_other_pk" PRIMARY KEY("one","other"),
	CONSTRAINT "in_order" CHECK ("separation"."one" < "separation"."other")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "direct_in_circle" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "report_text" ADD CONSTRAINT "report_text_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "circle_add_added_index" ON "circle_add" USING btree ("added");--> statement-breakpoint
CREATE INDEX "personal_invitation_host_index" ON "personal_invitation" USING btree ("host");--> statement-breakpoint
CREATE INDEX "report_reported_at_index" ON "report" USING btree ("reported","at");--> statement-breakpoint
CREATE INDEX "separation_other_index" ON "separation" USING btree ("other");