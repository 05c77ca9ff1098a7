// Load generator of the fan-out bench: one epoll loop that opens N subscribers to a server, publishes events to its
// ingress over one TCP connection and counts deliveries by a mark in the byte stream. It parses no JSON, so that it
// costs less than any server that it measures.
//
// usage: load <subscriber host:port> <ingress host:port> <clients> <window> <warm-up ms> <measured ms> <server pid>
//             <handshake file> <event file> [<deliveries of an event> <filters> <apps>]
// With filters, client and event number n have filter n modulo their number: "~f~" becomes its number and "~a~" that of its
// app, three digits each, in handshakes and events. The window is the number of events under way at once; "10/s" publishes ten a second instead, whatever is under way.
// The handshake file holds blocks separated by a line "----"; the first is sent at once, each further one after an
// answer arrived (an HTTP upgrade, connection_init, subscribe). A block starting with "ws " is framed as a masked text.
// The event file holds one line with the mark @@T0000000000000000 to be replaced by nanoseconds.
// Prints one line of JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BLOCKS = 8, TAIL = 32, MARK = 19, SAMPLES = 1 << 20 };

typedef struct {
  int fd, step, answered;
  char tail[TAIL];
  int tail_length;
} Client;

static char *blocks[MAX_BLOCKS];
static size_t block_length[MAX_BLOCKS];
static int block_count;
static uint64_t deliveries, measured_from_ns;
static uint32_t *samples;
static size_t sample_count;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + t.tv_nsec;
}

static void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static char *read_file(const char *path, size_t *length) {
  FILE *f = fopen(path, "rb");
  if (!f) fail(path);
  char *text = malloc(1 << 20);
  *length = fread(text, 1, (1 << 20) - 1, f);
  text[*length] = 0;
  fclose(f);
  return text;
}

// A client's text frame with an all-zero mask, which leaves the payload readable.
static char *frame(const char *payload, size_t n, size_t *length) {
  char *out = malloc(n + 14);
  size_t at = 0;
  out[at++] = (char)0x81;
  if (n < 126) out[at++] = (char)(0x80 | n);
  else { out[at++] = (char)(0x80 | 126); out[at++] = (char)(n >> 8); out[at++] = (char)n; }
  memset(out + at, 0, 4);
  memcpy(out + at + 4, payload, n);
  *length = at + 4 + n;
  return out;
}

static void load_blocks(const char *path) {
  size_t length;
  char *text = read_file(path, &length), *from = text;
  while (from && *from && block_count < MAX_BLOCKS) {
    char *end = strstr(from, "\n----\n");
    size_t n = end ? (size_t)(end - from) : strlen(from);
    if (!strncmp(from, "ws ", 3)) {
      while (n && from[n - 1] == '\n') n--;
      blocks[block_count] = frame(from + 3, n - 3, &block_length[block_count]);
    } else {
      blocks[block_count] = from;
      block_length[block_count] = n;
    }
    block_count++;
    from = end ? end + 6 : NULL;
  }
}

static int dial(const char *address) {
  char host[64];
  snprintf(host, sizeof host, "%s", address);
  char *colon = strrchr(host, ':');
  *colon = 0;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(colon + 1))};
  inet_pton(AF_INET, host, &to.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to)) fail("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

static void send_all(int fd, const char *data, size_t n) {
  while (n) {
    ssize_t wrote = write(fd, data, n);
    if (wrote < 0) {
      if (errno == EAGAIN) { usleep(50); continue; }
      fail("write");
    }
    data += wrote;
    n -= wrote;
  }
}

static void count(Client *c, char *data, size_t n) {
  // data has TAIL bytes of room before it; the tail of the last read goes there, so that no split mark is missed.
  char *from = data - c->tail_length;
  memcpy(from, c->tail, c->tail_length);
  size_t left = n + c->tail_length;
  char *end = from + left, *at = from;
  while ((at = memmem(at, end - at, "@@T", 3))) {
    if (end - at < MARK) break;
    deliveries++;
    if (measured_from_ns && (deliveries & 15) == 0 && sample_count < SAMPLES) {
      char hex[17];
      memcpy(hex, at + 3, 16);
      hex[16] = 0;
      samples[sample_count++] = (uint32_t)((now_ns() - strtoull(hex, NULL, 16)) / 1000);
    }
    at += MARK;
  }
  char *keep = at ? at : end - (MARK - 1 < left ? MARK - 1 : left);
  if (!at) { // do not count a whole mark twice: only keep what could be the start of a split one
    char *last = keep;
    while (last < end && *last != '@') last++;
    keep = last;
  }
  c->tail_length = end - keep;
  memcpy(c->tail, keep, c->tail_length);
}

static double cpu_seconds(const char *pid) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  size_t n = fread(text, 1, sizeof text - 1, f);
  fclose(f);
  text[n] = 0;
  unsigned long user = 0, sys = 0;
  sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &sys);
  return (user + sys) / (double)sysconf(_SC_CLK_TCK);
}

static long resident_kb(const char *pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/statm", pid);
  FILE *f = fopen(path, "r");
  long total = 0, resident = 0;
  if (!f) return 0;
  if (fscanf(f, "%ld %ld", &total, &resident) != 2) resident = 0;
  fclose(f);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// The same text with the number of the client's or event's filter in it; lengths stay.
static void place(char *text, size_t n, const char *what, int number) {
  char digits[8];
  snprintf(digits, sizeof digits, "%03d", number % 1000);
  for (char *at = text; (at = memmem(at, text + n - at, what, 3)); at += 3) memcpy(at, digits, 3);
}

static void send_block(int fd, int block, int filter, int apps) {
  if (!apps) return send_all(fd, blocks[block], block_length[block]);
  char *own = malloc(block_length[block]);
  memcpy(own, blocks[block], block_length[block]);
  place(own, block_length[block], "~f~", filter);
  place(own, block_length[block], "~a~", filter % apps);
  send_all(fd, own, block_length[block]);
  free(own);
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  if (argc < 10) { fprintf(stderr, "load: 9 arguments\n"); return 2; }
  int clients = atoi(argv[3]), window = atoi(argv[4]), ready = 0;
  int fan = argc > 10 ? atoi(argv[10]) : clients, filters = argc > 11 ? atoi(argv[11]) : 1, apps = argc > 12 ? atoi(argv[12]) : 0;
  double per_second = strstr(argv[4], "/s") ? atof(argv[4]) : 0;
  long rss_before = resident_kb(argv[7]), rss_after = 0;
  uint64_t warm_ns = strtoull(argv[5], NULL, 10) * 1000000u, run_ns = strtoull(argv[6], NULL, 10) * 1000000u;
  load_blocks(argv[8]);
  size_t event_length;
  char *event = read_file(argv[9], &event_length), *mark = strstr(event, "@@T");
  if (!mark) fail("no mark in the event");
  char *sent = malloc(event_length);
  samples = malloc(SAMPLES * sizeof *samples);
  Client *all = calloc(clients, sizeof *all);
  int poll = epoll_create1(0);
  int opened = 0, target = 0, at_first = (clients + 9) / 10;
  int ingress = dial(argv[2]);
  static char buffer[TAIL + (1 << 18)];
  struct epoll_event events[1024];
  uint64_t published = 0, start = 0, end = 0, from_deliveries = 0, last = now_ns();
  double from_cpu = 0;
  while (1) {
    int n = epoll_wait(poll, events, 1024, 1);
    for (int i = 0; i < n; i++) {
      Client *c = events[i].data.ptr;
      ssize_t got = read(c->fd, buffer + TAIL, sizeof buffer - TAIL);
      if (got == 0) { errno = 0; fail("a subscriber was closed"); }
      if (got < 0) continue;
      last = now_ns();
      if (c->step < block_count) {
        send_block(c->fd, c->step, (int)(c - all) % filters, apps);
        if (++c->step == block_count) ready++;
      } else {
        // Who says all in one message is there with the first answer.
        if (block_count == 1 && !c->answered) { c->answered = 1; ready++; }
        count(c, buffer + TAIL, got);
      }
    }
    uint64_t t = now_ns();
    // The first tenth brings the server's code and buffers into memory; what the others add is theirs.
    int others_next = target == at_first && ready == at_first && target < clients && t - last > 700000000u;
    if (!target || others_next) {
      rss_before = resident_kb(argv[7]);
      target = target ? clients : at_first;
    }
    // So many at a time: a server may end those that do not say soon who they are.
    for (; opened < target && opened - ready < 200; opened++) {
      Client *c = &all[opened];
      c->fd = dial(argv[1]);
      fcntl(c->fd, F_SETFL, O_NONBLOCK);
      struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
      epoll_ctl(poll, EPOLL_CTL_ADD, c->fd, &e);
      send_block(c->fd, 0, opened % filters, apps);
      c->step = 1;
      last = now_ns();
    }
    if (ready < clients) continue;
    if (!start) {
      if (t - last < 700000000u) continue; // the last subscriptions settle
      start = t;
      rss_after = resident_kb(argv[7]);
    }
    if (!measured_from_ns && t - start >= warm_ns) {
      measured_from_ns = t;
      from_deliveries = deliveries;
      from_cpu = cpu_seconds(argv[7]);
    }
    if (!end && measured_from_ns && t - measured_from_ns >= run_ns) {
      double seconds = (t - measured_from_ns) / 1e9, cpu = cpu_seconds(argv[7]) - from_cpu;
      uint64_t done = deliveries - from_deliveries;
      qsort(samples, sample_count, sizeof *samples, by_value);
      printf("{\"perSecond\":%.0f,\"cpuMicros\":%.3f,\"kbPerClient\":%.2f,\"p50\":%.2f,\"p99\":%.2f,", done / seconds,
             cpu * 1e6 / (done ? done : 1), clients > at_first ? (rss_after - rss_before) / (double)(clients - at_first) : 0.0,
             sample_count ? samples[sample_count / 2] / 1000.0 : 0, sample_count ? samples[sample_count * 99 / 100] / 1000.0 : 0);
      end = t;
    }
    if (end && (deliveries >= published * fan || t - end > 5000000000u)) {
      printf("\"published\":%lu,\"lost\":%ld}\n", published, (long)(published * fan - deliveries));
      return 0;
    }
    while (!end && (per_second ? published < (t - start) / 1e9 * per_second
                               : published * fan < deliveries + (uint64_t)window * fan)) {
      char hex[17];
      snprintf(hex, sizeof hex, "%016lx", now_ns());
      memcpy(mark + 3, hex, 16);
      memcpy(sent, event, event_length);
      if (apps) place(sent, event_length, "~f~", published % filters), place(sent, event_length, "~a~", published % filters % apps);
      send_all(ingress, sent, event_length);
      published++;
    }
  }
}
