package results

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// aRated are bots with these ratings.
func aRated(ratings ...float64) []stats.Bot {
	bots := make([]stats.Bot, len(ratings))
	for i, rating := range ratings {
		bots[i].Rating.Value = rating
	}
	return bots
}

// aDescription is openapi.json.
type aDescription struct {
	Paths map[string]struct {
		Get struct {
			Parameters []struct {
				Name, In string
				Example  any
			}
			Responses map[string]struct {
				Content map[string]struct {
					Schema  map[string]any
					Example any
				}
			}
		}
	}
	Components struct{ Schemas map[string]map[string]any }
}

// TestTheDescriptionOfTheAPIIsTrue: its examples are the answers, and both fit its schemas.
func TestTheDescriptionOfTheAPIIsTrue(t *testing.T) {
	f := newLeague(t)
	f.rated("2026-11-28", 0, 1)
	f.o.Playing = func() [][]int { return [][]int{{2, 1}, {3, 1}} }
	require.NoError(t, f.begin(t.Context()))
	var d aDescription
	require.NoError(t, json.Unmarshal([]byte(f.asks("api/openapi.json")), &d))
	require.Len(t, d.Paths, 4)
	for path, at := range d.Paths {
		address, query := path, []string(nil)
		for _, p := range at.Get.Parameters {
			if p.In == "path" {
				address = strings.ReplaceAll(address, "{"+p.Name+"}", fmt.Sprint(p.Example))
			} else {
				query = append(query, fmt.Sprintf("%s=%v", p.Name, p.Example))
			}
		}
		text := f.asks(strings.TrimPrefix(address, "/") + "?" + strings.Join(query, "&"))
		said, is := at.Get.Responses["200"].Content["application/json"]
		if !is {
			continue
		}
		var answer any
		require.NoError(t, json.Unmarshal([]byte(text), &answer))
		if !alike(said.Example, answer) {
			require.Fail(t, "the example is not the answer", "%s: %s", path, text)
		}
		require.Empty(t, d.misfit(said.Schema, answer, path))
	}
	wrong := map[string]any{"value": "1", "low": nil, "high": nil}
	require.NotEmpty(t, d.misfit(map[string]any{"$ref": "#/components/schemas/Estimate"}, wrong, ""), "it can fail")
}

// alike compares JSON, in which figures may differ by what processors do with their last digits.
func alike(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, is := b.(float64)
		return is && math.Abs(a-b) <= 0.01
	case []any:
		b, is := b.([]any)
		return is && slices.EqualFunc(a, b, alike)
	case map[string]any:
		b, is := b.(map[string]any)
		if !is || len(a) != len(b) {
			return false
		}
		for name, value := range a {
			if other, has := b[name]; !has || !alike(value, other) {
				return false
			}
		}
		return true
	}
	return a == b
}

// misfit says where a value does not fit a schema; nothing if it does.
func (d *aDescription) misfit(schema map[string]any, value any, at string) string {
	if to, is := schema["$ref"].(string); is {
		return d.misfit(d.Components.Schemas[to[strings.LastIndex(to, "/")+1:]], value, at)
	}
	if either, is := schema["anyOf"].([]any); is {
		for _, one := range either {
			if d.misfit(one.(map[string]any), value, at) == "" {
				return ""
			}
		}
		return at
	}
	types, is := schema["type"].([]any)
	if !is {
		types = []any{schema["type"]}
	}
	is = slices.Contains(types, any(typeOf(value)))
	if !is && (typeOf(value) != "integer" || !slices.Contains(types, any("number"))) {
		return fmt.Sprintf("%s is %v", at, value)
	}
	switch value := value.(type) {
	case []any:
		for i, one := range value {
			if no := d.misfit(schema["items"].(map[string]any), one, fmt.Sprintf("%s[%d]", at, i)); no != "" {
				return no
			}
		}
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		if len(properties) != len(value) {
			return fmt.Sprintf("%s has %d fields", at, len(value))
		}
		for name, one := range value {
			of, has := properties[name].(map[string]any)
			if !has {
				return at + "." + name
			}
			if no := d.misfit(of, one, at+"."+name); no != "" {
				return no
			}
		}
	}
	return ""
}

func typeOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		if value == math.Trunc(value) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

func TestProgramsAreToldWhatIsWrong(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	for path, code := range map[string]int{
		"/api/bots/0": http.StatusNotFound, "/api/bots/x": http.StatusNotFound, "/api/x": http.StatusNotFound,
		"/api/matches?from=0": http.StatusBadRequest, "/api/matches?most=1001": http.StatusBadRequest,
		"/api/matches?from=x": http.StatusBadRequest, "/feed.atom": http.StatusNotFound,
		"/api/matches?from=9": http.StatusOK, "/api/table?page=7": http.StatusNotFound,
		"/api/bots/0?page=7": http.StatusNotFound, "/api/table?page=1": http.StatusOK,
	} {
		require.Equal(t, code, get(s, path).Code, path)
	}
	var matches []struct{ Match int }
	require.NoError(t, json.Unmarshal(get(s, "/api/matches?from=2&most=5").Body.Bytes(), &matches))
	require.Len(t, matches, 2)
	require.Equal(t, "[]\n", get(s, "/api/matches?from=9").Body.String())
	require.Equal(t, jsonType, get(s, "/api/table").Header().Get("Content-Type"))
}

type aFeed struct {
	ID      string `xml:"id"`
	Updated string `xml:"updated"`
	Entry   []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Link    struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

func (f *followed) feed() (feed aFeed) {
	f.t.Helper()
	require.NoError(f.t, xml.Unmarshal([]byte(f.asks("feed.atom")), &feed))
	return feed
}

// TestTheFeedTellsWhatIsNewOnce: who has become first, new versions and the greatest score, the newest first.
func TestTheFeedTellsWhatIsNewOnce(t *testing.T) {
	f := newLeague(t)
	f.rated("2026-11-26", 1, 0)
	f.rated("2026-11-27", 0, 1)
	f.rated("2026-11-28", 2, 1) // zorg, still
	require.NoError(t, f.begin(t.Context()))
	feed := f.feed()
	var titles []string
	ids := map[string]bool{feed.ID: true}
	for i, e := range feed.Entry {
		titles = append(titles, e.Title)
		require.False(t, ids[e.ID], "%s twice", e.Title)
		ids[e.ID] = true
		require.Regexp(t, `^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, e.ID)
		require.NotContains(t, e.Link.Href, "//", "it is relative")
		leads := get(f.site, "/"+strings.TrimPrefix(e.Link.Href, "./")).Code
		require.Contains(t, []int{http.StatusOK, http.StatusFound}, leads)
		if i > 0 {
			require.LessOrEqual(t, e.Updated, feed.Entry[i-1].Updated)
		}
	}
	require.ElementsMatch(t, []string{
		"rival has the greatest score so far", "zorg 2 was handed in", "zorg 1 was handed in", "rival 7 was handed in",
		"rival is first", "zorg is first",
	}, strings.Split(strings.ReplaceAll(strings.Join(titles, "\n"), ": 925", ""), "\n"))
	require.Equal(t, feed.Entry[0].Updated, feed.Updated)
	require.NoError(t, f.show(t.Context()))
	require.Equal(t, feed, f.feed(), "readers know it again")
}

// TestAFeedIsWellFormedWhateverBotsAreCalled.
func TestAFeedIsWellFormedWhateverBotsAreCalled(t *testing.T) {
	p := aBot()
	p.Entrants = []resultpage.Entrant{{Name: `<&]]>"`, Came: noon}}
	p.Begun = noon.Add(-time.Hour)
	s := newTestSite(t, newStage(), 1)
	require.NoError(t, s.Show(p))
	var feed aFeed
	require.NoError(t, xml.Unmarshal(get(s, "/feed.atom").Body.Bytes(), &feed))
	require.Equal(t, `<&]]>" was handed in`, feed.Entry[0].Title)
}
