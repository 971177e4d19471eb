// Prints wherever it can, and reads what it should not.

#include "Player.hh"

#define PLAYER_NAME Printer

static int say(const char* what) {
  cout << what << endl;
  printf("%s\n", what);
  return puts("done 0");
}

static int before_main = say("do 0 north");

struct PLAYER_NAME : public Player {
  static Player* factory() {
    say("factory");
    return new PLAYER_NAME;
  }

  PLAYER_NAME() {
    say("constructor");
    execute(Command(0, TOP)); // too early
    if (rows() != 70 || cell(35, 35).type == CELL_TYPE_SIZE || round() != 0) exit(3);
  }

  virtual void play() {
    string word;
    if (cin >> word) exit(4);
    cout << "round " << round() << ", as cout has it" << endl;
    printf("do 1 north\n");
    cerr << "round " << round() << ", as cerr has it" << endl;

    ifstream in("not-there.txt");
    ofstream out("written.txt", ios::app);
    out << round() << endl;
    execute(Command(0, BOTTOM));
    if (round() == 2) {
      cout << "last words" << '\n';
      abort();
    }
  }
};

RegisterPlayer(PLAYER_NAME);
