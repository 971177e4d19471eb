// What the hostile bots in C have in common.

// An attempt returns 0 if it could do what it must not, and an error number otherwise.
typedef int attempt(void);

struct door {
	const char *name;
	attempt *try;
};

extern const struct door doors[]; // the last one has no name

// The arguments of the bot.
extern int bot_count;
extern char **bot_args;
