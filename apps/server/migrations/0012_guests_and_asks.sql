CREATE TABLE "guest_add" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" text NOT NULL,
	"claim_hash" text NOT NULL,
	"host" uuid NOT NULL,
	"member" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	CONSTRAINT "guest_add_roomId_unique" UNIQUE("room_id"),
	CONSTRAINT "guest_add_claimHash_unique" UNIQUE("claim_hash")
);
--> statement-breakpoint
ALTER TABLE "personal_invitation" ADD COLUMN "invited" uuid;--> statement-breakpoint
CREATE INDEX "guest_add_host_index" ON "guest_add" USING btree ("host");--> statement-breakpoint
CREATE INDEX "guest_add_member_index" ON "guest_add" USING btree ("member");