/* cli/bench_server.h -- `turncoat bench server`: the whole server under load,
 * beside a bare loop that only fans messages out. */
#ifndef CLI_BENCH_SERVER_H
#define CLI_BENCH_SERVER_H

int bench_server_main(int argc, char **argv);

#endif
