CREATE TABLE "books_check" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"faults" jsonb NOT NULL,
	"first" bigint NOT NULL,
	"sums" jsonb NOT NULL
);
