package tributary

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type result struct {
	Status          string `json:"status"`
	Code            string `json:"code"`
	Error           string `json:"error"`
	ServerTimestamp int64  `json:"server_timestamp"`
}

// answer is what came back for a batch; status 0 is no answer.
type answer struct {
	status     int
	results    []result
	retryAfter *time.Duration
	text       string
}

// isFinal tells whether sending the same again cannot help.
func (a answer) isFinal() bool {
	return a.status >= 400 && a.status < 500 && a.status != http.StatusRequestTimeout && a.status != http.StatusTooManyRequests
}

// post sends a batch. Its error is that of the context; everything else is an answer.
func (c *Client) post(ctx context.Context, batch []queued, sentAt time.Time) (answer, error) {
	body, err := c.pack(batch, sentAt)
	if err != nil {
		return answer{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, body)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Content-Encoding", "gzip")
	response, err := c.http.Do(request)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	if err != nil {
		return answer{text: err.Error()}, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return answer{text: err.Error()}, nil
	}
	read := answer{status: response.StatusCode, retryAfter: parseRetryAfter(response.Header.Get("Retry-After"))}
	var parsed struct{ Results []result }
	// What is no JSON comes from something else, such as a captive portal: an answer without results.
	if json.Unmarshal(text, &parsed) == nil && read.status == http.StatusOK {
		read.results = parsed.Results
	}
	if len(text) > 200 {
		text = text[:200]
	}
	read.text = string(text)
	return read, nil
}

// pack signs the events anew, as a signature is good for ten minutes only, and compresses them.
func (c *Client) pack(batch []queued, sentAt time.Time) (*bytes.Buffer, error) {
	sealed := make([]string, len(batch))
	for i, each := range batch {
		event := Event{}
		for name, value := range each.event {
			event[name] = value
		}
		event["customer_id"], event["app_id"], event["sdk_version"] = c.customerID, c.appID, sdkVersion
		event["sent_at"] = sentAt.UnixMilli()
		if !each.trackedAt.IsZero() {
			event["age_ms"] = time.Since(each.trackedAt).Milliseconds()
		}
		signed, err := Canonical(event)
		if err != nil {
			return nil, err
		}
		// The signed text itself is sent, so that the service verifies the same bytes.
		sealed[i] = signed[:len(signed)-1] + `,"signature":"` + Sign(signed, c.secret) + `"}`
	}
	var body bytes.Buffer
	compressed := gzip.NewWriter(&body)
	if _, err := io.WriteString(compressed, `{"events":[`+strings.Join(sealed, ",")+`]}`); err != nil {
		return nil, err
	}
	return &body, compressed.Close()
}

type fates struct {
	again   []queued
	refused []Refused
	// How far the service's clock is ahead, if that is why events are sent again; else 0.
	clockOff time.Duration
}

// judge decides from the results what becomes of each event.
func judge(batch []queued, results []result, sentAt time.Time, mayCorrect bool) fates {
	var judged fates
	for i, each := range batch {
		given := results[i]
		off := time.Duration(given.ServerTimestamp-sentAt.UnixMilli()) * time.Millisecond
		isClock := given.Code == "AUTH_ERROR" && off.Abs() > clockTolerance && mayCorrect
		switch {
		case given.Status == "accepted" || given.Status == "deduplicated":
		case isClock:
			judged.clockOff = off
			judged.again = append(judged.again, each)
		case given.Code == "INTERNAL_ERROR" || given.Code == "RATE_LIMIT":
			judged.again = append(judged.again, each)
		default:
			judged.refused = append(judged.refused, Refused{each.event, given.Code, given.Error})
		}
	}
	return judged
}

// parseRetryAfter reads seconds or a date; nil is neither.
func parseRetryAfter(header string) *time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		pause := time.Duration(seconds) * time.Second
		return &pause
	}
	date, err := http.ParseTime(header)
	if err != nil {
		return nil
	}
	pause := time.Until(date)
	if pause < 0 {
		pause = 0
	}
	return &pause
}
