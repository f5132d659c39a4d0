package tributary

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestVectorsOfTheProject(t *testing.T) {
	text, err := os.ReadFile("../../../sdk/src/wire/test-data/signature-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []struct {
			Name, Secret, Event string
			Valid               bool
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 6 {
		t.Fatalf("only %d vectors", len(file.Vectors))
	}
	for _, vector := range file.Vectors {
		// Raw, because a map would lose the order of nested members.
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(vector.Event), &members); err != nil {
			t.Fatal(err)
		}
		event := Event{}
		for name, value := range members {
			event[name] = value
		}
		signed, err := Canonical(event)
		if err != nil {
			t.Fatal(err)
		}
		given := strings.ToLower(strings.Trim(string(members["signature"]), `"`))
		if (Sign(signed, vector.Secret) == given) != vector.Valid {
			t.Errorf("%s: valid should be %v; signed: %s", vector.Name, vector.Valid, signed)
		}
	}
}

func TestCanonical(t *testing.T) {
	event := Event{"b": json.Number("49.90"), "a": 1e21, "<": "é&<>", "\ufffd": 1, "\U0001f600": 2, "signature": "x"}
	got, err := Canonical(event)
	want := `{"<":"é&<>","a":1e+21,"b":49.90,"😀":2,"` + "\ufffd" + `":1}`
	if err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if _, err := Canonical(Event{"a": func() {}}); err == nil {
		t.Error("a function is no JSON")
	}
}
