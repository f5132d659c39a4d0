// Sends the events on standard input, a JSON object a line, and prints what was refused: see README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"example.com/tributary/tributary"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	count, refused, err := sendEvents(ctx, os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, each := range refused {
		fmt.Printf("%v: %s: %s\n", each.Event["event_id"], each.Code, each.Error)
	}
	fmt.Printf("%d of %d events stored\n", count-len(refused), count)
	if len(refused) > 0 {
		os.Exit(2)
	}
}

func sendEvents(ctx context.Context, lines io.Reader) (int, []tributary.Refused, error) {
	for _, name := range []string{"TRIBUTARY_URL", "CUSTOMER_ID", "APP_ID", "SDK_SECRET"} {
		if os.Getenv(name) == "" {
			return 0, nil, fmt.Errorf("%s is not set: see README.md", name)
		}
	}
	client := tributary.New(os.Getenv("TRIBUTARY_URL"), os.Getenv("CUSTOMER_ID"), os.Getenv("APP_ID"), os.Getenv("SDK_SECRET"))
	decoder := json.NewDecoder(lines)
	// So that 49.90 stays 49.90.
	decoder.UseNumber()
	count := 0
	for ; ; count++ {
		var event tributary.Event
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return 0, nil, fmt.Errorf("event %d: %w", count+1, err)
		}
		eventType, _ := event["event_type"].(string)
		if _, err := client.Track(eventType, event); err != nil {
			return 0, nil, fmt.Errorf("event %d: %w", count+1, err)
		}
	}
	refused, err := client.Flush(ctx)
	return count, refused, err
}
