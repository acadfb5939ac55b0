CREATE TABLE "veil" (
	"room_id" text NOT NULL,
	"by" uuid NOT NULL,
	"over" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "veil_room_id_by_pk" PRIMARY KEY("room_id","by")
);
--> statement-breakpoint
CREATE INDEX "veil_over_at_index" ON "veil" USING btree ("over","at");--> statement-breakpoint
CREATE INDEX "veil_by_index" ON "veil" USING btree ("by");--> statement-breakpoint
CREATE INDEX "veil_at_index" ON "veil" USING btree ("at");