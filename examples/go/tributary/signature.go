package tributary

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sort"
	"unicode/utf16"
)

// Canonical returns what a signature covers: JSON without white space, the top-level members sorted, without "signature".
func Canonical(event Event) (string, error) {
	names := make([]string, 0, len(event))
	for name := range event {
		if name != "signature" {
			names = append(names, name)
		}
	}
	sort.Slice(names, func(i, j int) bool { return lessByCodeUnit(names[i], names[j]) })
	var text bytes.Buffer
	text.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			text.WriteByte(',')
		}
		if err := writeJSON(&text, name); err != nil {
			return "", err
		}
		text.WriteByte(':')
		if err := writeJSON(&text, event[name]); err != nil {
			return "", err
		}
	}
	text.WriteByte('}')
	return text.String(), nil
}

// Sign returns the HMAC-SHA256 of a canonical text, keyed with the secret as it is written, as 64 hex characters.
func Sign(text, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

// writeJSON writes a value without white space; json.Number and json.RawMessage keep their digits.
func writeJSON(to *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	// The encoder ends every value with a line feed.
	to.Truncate(to.Len() - 1)
	return nil
}

// lessByCodeUnit orders as JavaScript does: by UTF-16 code units, in which emoji come before U+E000.
func lessByCodeUnit(a, b string) bool {
	left, right := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := 0; i < len(left) && i < len(right); i++ {
		if left[i] != right[i] {
			return left[i] < right[i]
		}
	}
	return len(left) < len(right)
}
