// Package tributary is a client for a Tributary service: it signs events, sends them in batches, and sends them again
// where that can help. See README.md.
package tributary

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	sdkVersion     = "go-example-1.0"
	maxBatchEvents = 50
	// The service takes 256 KB, before and after compression.
	maxBatchBytes = 200_000
	maxAttempts   = 5
	// A service that asks for more than this is not waited for.
	longestWait = time.Minute
	timeout     = 15 * time.Second
	// The service accepts what was signed within 10 minutes of its own time.
	clockTolerance = 9 * time.Minute
)

// Event has an event's members: "user_id", "revenue" and so on. A json.Number keeps its digits.
type Event map[string]any

// Refused is an event that the service will never accept as it is.
type Refused struct {
	Event       Event
	Code, Error string
}

// Unavailable says that the service could not take the events. They stay queued: call Flush again, after RetryAfter if
// the service asked for that.
type Unavailable struct {
	Reason     string
	RetryAfter *time.Duration
}

func (e *Unavailable) Error() string { return e.Reason }

type queued struct {
	event Event
	// When it was tracked, by the monotonic clock too; zero for what happened earlier.
	trackedAt time.Time
}

// Client queues events in memory and sends them with Flush. Any number of goroutines may use one.
type Client struct {
	url, customerID, appID, secret string
	http                           *http.Client

	adding sync.Mutex
	queue  []queued

	flushing   sync.Mutex
	batchLimit int
	// How far the service's clock is ahead of this machine's, if the service has objected to that.
	skew time.Duration
}

// New returns a client for the service at an address, and an app of it.
func New(url, customerID, appID, secret string) *Client {
	return &Client{
		url:        strings.TrimRight(url, "/") + "/v1/ingest",
		customerID: customerID, appID: appID, secret: secret,
		http:       &http.Client{Timeout: timeout},
		batchLimit: maxBatchEvents,
	}
}

// Track queues an event and returns its id, by which the service tells a repetition from a second event. For something of
// the past, members have its "timestamp" (Unix ms); to be able to send it twice, its "event_id".
func (c *Client) Track(eventType string, members Event) (string, error) {
	event := Event{"event_id": newID(), "timestamp": time.Now().UnixMilli()}
	trackedAt := time.Now()
	for name, value := range members {
		if name == "timestamp" {
			trackedAt = time.Time{}
		}
		event[name] = value
	}
	event["event_type"] = eventType
	if _, err := Canonical(event); err != nil {
		return "", err
	}
	id, ok := event["event_id"].(string)
	if !ok {
		return "", errors.New("event_id is no string")
	}
	c.adding.Lock()
	defer c.adding.Unlock()
	c.queue = append(c.queue, queued{event, trackedAt})
	return id, nil
}

// Flush sends what is queued and returns what was refused. Its error is an *Unavailable, or that of the context.
func (c *Client) Flush(ctx context.Context) ([]Refused, error) {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	var refused []Refused
	failures, corrected := 0, false
	for {
		batch, err := c.nextBatch()
		if len(batch) == 0 || err != nil {
			c.batchLimit = maxBatchEvents
			return refused, err
		}
		sentAt := time.Now().Add(c.skew)
		answer, err := c.post(ctx, batch, sentAt)
		if err != nil {
			return refused, err
		}
		switch {
		case answer.status == http.StatusRequestEntityTooLarge && len(batch) > 1:
			c.batchLimit = len(batch) / 2
			continue
		case answer.status == http.StatusRequestEntityTooLarge:
			refused = append(refused, Refused{batch[0].event, "PAYLOAD_TOO_LARGE", answer.text})
			c.replace(len(batch), nil)
			continue
		case len(answer.results) == len(batch):
			fates := judge(batch, answer.results, sentAt, !corrected)
			c.replace(len(batch), fates.again)
			refused = append(refused, fates.refused...)
			if fates.clockOff != 0 {
				c.skew += fates.clockOff
				corrected = true
				continue
			}
			if len(fates.again) == 0 {
				failures = 0
				continue
			}
		case answer.isFinal():
			return refused, &Unavailable{Reason: fmt.Sprintf("the service answered %d: %s", answer.status, answer.text)}
		}
		failures++
		if err := wait(ctx, failures, answer); err != nil {
			return refused, err
		}
	}
}

func (c *Client) nextBatch() ([]queued, error) {
	c.adding.Lock()
	defer c.adding.Unlock()
	size := 0
	for i, each := range c.queue {
		text, err := Canonical(each.event)
		if err != nil {
			return nil, err
		}
		size += len(text) + 400
		if i == c.batchLimit || (i > 0 && size > maxBatchBytes) {
			return append([]queued(nil), c.queue[:i]...), nil
		}
	}
	return append([]queued(nil), c.queue...), nil
}

// replace removes the first events of the queue, but for those that are to be sent again.
func (c *Client) replace(sent int, again []queued) {
	c.adding.Lock()
	defer c.adding.Unlock()
	c.queue = append(append([]queued(nil), again...), c.queue[sent:]...)
}

// wait returns an error when waiting is over.
func wait(ctx context.Context, failures int, answer answer) error {
	pause := time.Second << (failures - 1)
	if answer.retryAfter != nil {
		pause = *answer.retryAfter
	}
	if failures == maxAttempts || pause > longestWait {
		reason := fmt.Sprintf("no events were taken: %d %s", answer.status, answer.text)
		return &Unavailable{reason, answer.retryAfter}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// newID returns a UUID v4.
func newID() string {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		panic(err)
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
