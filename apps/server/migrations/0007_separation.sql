ALTER TABLE "separation" ADD COLUMN "by_one" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "separation" ADD COLUMN "by_other" boolean DEFAULT false NOT NULL;