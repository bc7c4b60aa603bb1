/* wasm/export.h -- a function that the page can call, under this name. */
#ifndef WASM_EXPORT_H
#define WASM_EXPORT_H

#define EXPORT(name) __attribute__((export_name(name)))

#endif
