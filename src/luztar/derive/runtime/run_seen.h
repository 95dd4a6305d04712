/* What is rounding, as a part of the sizes that a value is made of. */
#define ROUNDING 1e-12

/* What a run reads of an instant. */
struct seen {
  double q[BODIES], v[BODIES];    /* given ones and those of massless bodies too */
  double w[JOINTS_ROOM];          /* rates */
  int slow[JOINTS_ROOM];          /* signs of rates at massless bodies */
  double room[JOINTS_ROOM][2];    /* of stops: distance from either edge */
  double bounce[JOINTS_ROOM];     /* restitution of stops */
  double state_rate[STATES_ROOM]; /* of states of the model */
};
