// What the players of these tests that use everything have in common. It comes after
// Player.hh.

#include <type_traits>

// EXPECT ends the player if something is not so.
#define EXPECT(what) \
  do { \
    if (!(what)) { \
      cerr << __FILE__ << ':' << __LINE__ << ": round " << round() << ": not so: " #what << endl; \
      exit(3); \
    } \
  } while (false)

// IS checks the type of an expression at compile time.
#define IS(type, ...) static_assert(is_same<decltype(__VA_ARGS__), type>::value, #__VA_ARGS__ " is not " #type)

inline const Player& looks() { return *static_cast<Player*>(NULL); }
inline Player& acts() { return *static_cast<Player*>(NULL); }

template <typename T>
void tell(const char* what, const T& numbers) {
  cout << what;
  for (typename T::const_iterator it = numbers.begin(); it != numbers.end(); ++it) cout << ' ' << *it;
  cout << '\n';
}
